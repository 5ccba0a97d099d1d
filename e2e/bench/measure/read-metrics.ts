/** Function that returns the value of a metric without labels; NaN for a metric that the gateway doesn't have. */
type MetricReader = (metricName: string) => number;

/** Reads a gateway's metrics once. The metrics of Node count from one reading to the next. */
export const readMetrics = async (gatewayUrl: string): Promise<MetricReader> => {
  const metrics = await (await fetch(`${gatewayUrl}/metrics`)).text();
  return (metricName) => Number(new RegExp(`^${metricName} (\\S+)`, 'm').exec(metrics)?.[1] ?? NaN);
};
