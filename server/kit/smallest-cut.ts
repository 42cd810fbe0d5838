/** A cut of a graph in two: what the edges between the sides weigh together, and the nodes of one side. */
export interface Cut {
  weight: number;
  side: number[];
}

/**
 * The lightest way to cut a graph of `weights[a][b]` in two sides that are joined by an edge at least; nothing where no
 * node has one. After M. Stoer and F. Wagner, «A simple min-cut algorithm», Journal of the ACM 44 (1997), in each part
 * that hangs together.
 */
export function smallestCut(weights: number[][]): Cut | undefined {
  const cuts = connectedParts(weights).flatMap((part) => (part.length > 1 ? [cutOfPart(weights, part)] : []));
  return cuts.sort((one, other) => one.weight - other.weight)[0];
}

function connectedParts(weights: number[][]): number[][] {
  const seen = new Set<number>();
  return weights.flatMap((_, start) => {
    if (seen.has(start)) return [];
    const part = [start];
    seen.add(start);
    for (const node of part)
      for (const [next, weight] of (weights[node] ?? []).entries())
        if (weight > 0 && !seen.has(next)) {
          seen.add(next);
          part.push(next);
        }
    return [part];
  });
}

function cutOfPart(weights: number[][], part: number[]): Cut {
  // Each entry is what was merged into one node so far.
  let groups = part.map((node) => [node]);
  const between = (one: number[], other: number[]) =>
    one.reduce((sum, a) => sum + other.reduce((inner, b) => inner + (weights[a]?.[b] ?? 0), 0), 0);
  let best: Cut = { weight: Number.POSITIVE_INFINITY, side: [] };
  while (groups.length > 1) {
    const order = [groups[0] as number[]];
    const rest = groups.slice(1);
    const drawn = rest.map((group) => between(group, order[0] as number[]));
    let weight = 0;
    while (rest.length > 0) {
      weight = Math.max(...drawn);
      const index = drawn.indexOf(weight);
      const [tightest = []] = rest.splice(index, 1);
      drawn.splice(index, 1);
      for (const [at, group] of rest.entries()) drawn[at] = (drawn[at] ?? 0) + between(group, tightest);
      order.push(tightest);
    }
    const last = order.at(-1) ?? [];
    if (weight < best.weight) best = { weight, side: last };
    groups = [...order.slice(0, -2), [...(order.at(-2) ?? []), ...last]];
  }
  return best;
}
