export default { base: '/base/', srcDir: 'src', rewrites: {} }
