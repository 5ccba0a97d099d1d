/** Everybody's password in the demo seed; printed at start, so no secret. */
export const demoPassword = 'mittagspause';
