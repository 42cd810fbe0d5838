import { memo, type Ref } from 'react';
import { cleanSvg } from '../kit/clean-markup.ts';

/** A group of organiser-supplied SVG; kept as it is while its markup is the same. */
export const SvgMarkup = memo(function SvgMarkup(props: { markup: string; group?: Ref<SVGGElement> }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned; this is the one place for such drawings.
    <g ref={props.group} dangerouslySetInnerHTML={{ __html: cleanSvg(props.markup) }} />
  );
});
