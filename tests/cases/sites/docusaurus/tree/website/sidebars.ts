export default {docs: [{type: 'category', label: 'All', link: {type: 'generated-index', slug: '/all'}, items: []}]};
