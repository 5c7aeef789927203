module.exports = { title: 'Kit', themeConfig: { nav: [{ text: 'Guide', link: '/guide/' }] } }
