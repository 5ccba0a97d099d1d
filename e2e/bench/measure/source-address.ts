/** Number of addresses in one block of `sourceAddressAt`. */
const BLOCK_SIZE = 250;

/**
 * Returns the address of this machine from which the simulated user of this number connects. The gateway lets addresses
 * take turns, so users who all have one address would wait for each other. Only on Linux, all addresses of 127.0.0.0/8
 * work without configuration; on other systems the result is undefined, and all users have one address.
 */
export const sourceAddressAt = (userNumber: number): string | undefined =>
  process.platform === 'linux'
    ? `127.1.${Math.floor(userNumber / BLOCK_SIZE)}.${1 + (userNumber % BLOCK_SIZE)}`
    : undefined;
