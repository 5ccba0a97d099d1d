/** One value of a metric, with its name and labels. */
interface MetricSample {
  readonly name: string;
  readonly value: number;
}

const SAMPLE_LINE = /^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)$/;

/** Parses metrics in the text format of Prometheus. Lines that are no samples are left out. */
export const readSamples = (metricsText: string): readonly MetricSample[] =>
  metricsText.split('\n').flatMap((line) => {
    const [, name, valueText] = SAMPLE_LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: Number(valueText) }];
  });
