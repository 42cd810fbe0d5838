/**
 * Hides names that would cross the edge of the map, overlap another name or be covered by a marker. Names of rank 1
 * take precedence.
 */
export function hideCrowdedLabels(svg: SVGSVGElement): void {
  const frame = svg.getBoundingClientRect();
  const taken = [...svg.querySelectorAll('[data-marker]')].map((marker) => marker.getBoundingClientRect());
  const labels = [...svg.querySelectorAll<SVGElement>('.map-label')];
  labels.sort((one, other) => rankOf(one) - rankOf(other));
  for (const label of labels) {
    const box = label.getBoundingClientRect();
    const shown = isWithin(frame, box) && !taken.some((other) => overlap(box, other));
    label.setAttribute('visibility', shown ? 'visible' : 'hidden');
    if (shown) taken.push(box);
  }
}

const rankOf = (label: SVGElement) => Number(label.dataset.rank ?? 1);

const isWithin = (frame: DOMRect, box: DOMRect) =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
