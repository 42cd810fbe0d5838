import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns how many units of the drawing's viewBox equal a CSS pixel, and the drawing's displayed width in pixels. */
export function useMapUnit(svg: RefObject<SVGSVGElement | null>, viewBox: string) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [svg]);
  const units = Number(viewBox.trim().split(/[\s,]+/)[2]);
  return { unit: width > 0 ? units / width : 1, width };
}
