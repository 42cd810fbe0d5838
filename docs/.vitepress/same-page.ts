import type { DefaultTheme } from 'vitepress';

/**
 * Returns the address of a page in another language, or of that language's first page if the page is not translated.
 * The build copies this function into the site as text, so it uses nothing from outside.
 */
export const samePage: DefaultTheme.I18nRouting = (_data, route, language) => {
  const page = route.data.relativePath.replace(/^(fr|nl)\//, '');
  const isTranslated = /^(participants|organisers)\//.test(page);
  const path = page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
  return `/${language === 'root' ? '' : `${language}/`}${isTranslated ? path : ''}`;
};
