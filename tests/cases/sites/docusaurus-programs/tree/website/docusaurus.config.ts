import path from 'path';
const org = 'https://example.org/a';
export default async function createConfig() {
  if (process.env.NONE) { return undefined; }
  return {
    url: 'https://example.org',
    baseUrl: process.env.BASE ?? '/',
    presets: [[require.resolve('@docusaurus/preset-classic'), {
      docs: {
        path: path.resolve(__dirname, 'guides'),
        editUrl: ({docPath}) => `${org}/edit/${docPath}`,
        onlyIncludeVersions: (() => { return ['current']; })(),
        routeBasePath: 'guides',
      },
      blog: {path: 'news', editUrl: `${org}/news`},
    } satisfies Options]],
    plugins: [
      './plugins/own.ts',
      ['content-pages', {id: 'more', path: 'more', routeBasePath: 'more'}],
      process.env.X && 'x',
    ],
  } satisfies Config;
}
