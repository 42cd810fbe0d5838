import { memo, type Ref } from 'react';
import { cleanSvg } from '../kit/clean-markup.ts';

/** Shows a group of SVG elements from organisers. Renders again only if the markup changes. */
export const SvgMarkup = memo(function SvgMarkup(props: { markup: string; group?: Ref<SVGGElement> }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned; the only place that renders such drawings
    <g ref={props.group} dangerouslySetInnerHTML={{ __html: cleanSvg(props.markup) }} />
  );
});
