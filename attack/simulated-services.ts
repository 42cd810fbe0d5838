/** The path of the simulated services, below the base path. */
export const simulatorsBelow = '/sandbox';

/** The secret with which Polar signs webhooks. */
export const polarSecret = 'a secret of Polar';
