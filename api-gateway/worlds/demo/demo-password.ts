/** Everybody's password in the demo world; printed at start, so no secret. */
export const demoPassword = 'mittagspause';
