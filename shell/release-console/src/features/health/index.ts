export { HealthPlot } from './health-plot';
export { healthOfVersion, remoteHealthOf, summarizeHealth } from './health-rules';
export { Sparkline } from './sparkline';
