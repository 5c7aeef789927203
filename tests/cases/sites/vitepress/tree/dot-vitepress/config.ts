export default {
  base: '/base/', srcDir: 'src', rewrites: {},
  ignoreDeadLinks: [
    /^\/play/,
    '/reports',
    (url) => url.includes('x'),
  ],
}
