import type {Config} from '@docusaurus/types';
const config: Config = {
  url: 'https://example.org',
  baseUrl: '/x/',
  trailingSlash: false,
  i18n: {defaultLocale: 'en', locales: ['en', 'fr']},
  presets: [['classic', {docs: {sidebarPath: './sidebars.ts'}, blog: {routeBasePath: 'news'}}]],
  plugins: [
    ['@docusaurus/plugin-content-docs', {id: 'community', path: 'community', routeBasePath: 'community'}],
    ['@docusaurus/plugin-client-redirects', {redirects: [{from: ['/old'], to: '/docs/guides/start'}]}],
  ],
};
export default config;
