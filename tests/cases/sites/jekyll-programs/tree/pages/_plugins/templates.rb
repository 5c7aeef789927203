module Jekyll
end
