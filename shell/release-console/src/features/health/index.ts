export { HealthPlot } from './health-plot';
export { healthOfVersion, remoteHealthOf, summarizeHealth } from './health-rules';
export type { RemoteHealth } from './health-rules';
export { Sparkline } from './sparkline';
