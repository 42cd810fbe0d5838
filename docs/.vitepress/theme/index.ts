import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './site.css';

// biome-ignore lint/style/noDefaultExport: VitePress loads it.
export default { extends: DefaultTheme } satisfies Theme;
