/**
 * Returns the processor time that gateways have used since their start, in milliseconds. It is the time of their
 * processes alone: databases, Redis and a proxy have processes of their own.
 */
export const readGatewaysCpuMs = async (gatewayUrls: readonly string[]): Promise<number> => {
  let totalMs = 0;
  for (const gatewayUrl of gatewayUrls) {
    const metrics = await (await fetch(`${gatewayUrl}/metrics`)).text();
    totalMs += Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1] ?? NaN) * 1000;
  }
  return totalMs;
};
