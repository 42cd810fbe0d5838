import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const milliseconds = 1800;

/** Animates a percentage with easing, from 0 on the first render and from the previous value later. */
export function useTravel(target: number): number {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const [shown, setShown] = useState(0);
  const position = useRef(0);
  useEffect(() => {
    if (still) return;
    const origin = position.current;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - startedAt) / milliseconds));
      position.current = origin + (target - origin) * (1 - (1 - part) ** 3);
      setShown(position.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, still]);
  return still ? target : shown;
}
