module.exports = {a: [{type: 'category', link: {type: 'generated-index', slug: '/part'}}]};
