import { Array as Arr, type MetricKey, type MetricPair, MetricState, Option } from "effect"

/** What a scraper is told of the format: https://prometheus.io/docs/instrumenting/exposition_formats */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** The registry holds Effect's own metrics, too. */
const isOurs = ({ metricKey: { name } }: MetricPair.MetricPair.Untyped) => /^(daybook|process|nodejs)_/.test(name)

type Labels = ReadonlyArray<readonly [name: string, value: string]>

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\"", "\\\"")

const numeral = (value: number) => value === Infinity ? "+Inf" : String(value)

const line = (name: string, labels: Labels, value: number | bigint) => {
  const shown = labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(",")
  return `${name}${shown === "" ? "" : `{${shown}}`} ${numeral(Number(value))}`
}

const labelsOf = ({ tags }: MetricKey.MetricKey.Untyped): Labels => tags.map(({ key, value }) => [key, value] as const)

const samples = ({ metricKey, metricState: state }: MetricPair.MetricPair.Untyped): ReadonlyArray<string> => {
  const labels = labelsOf(metricKey)
  if (MetricState.isCounterState(state)) return [line(metricKey.name, labels, state.count)]
  if (MetricState.isGaugeState(state)) return [line(metricKey.name, labels, state.value)]
  if (!MetricState.isHistogramState(state)) return []
  return [
    ...state.buckets.map(([most, count]) => line(`${metricKey.name}_bucket`, [...labels, ["le", numeral(most)]], count)),
    line(`${metricKey.name}_sum`, labels, state.sum),
    line(`${metricKey.name}_count`, labels, state.count)
  ]
}

const typeOf = ({ metricState: state }: MetricPair.MetricPair.Untyped): string =>
  MetricState.isCounterState(state) ? "counter" : MetricState.isHistogramState(state) ? "histogram" : "gauge"

/** Metrics as Prometheus reads them: each family once, in the order of names, with what it is about. */
export const prometheus = (pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>): string =>
  Object.entries(Arr.groupBy(pairs.filter(isOurs), ({ metricKey }) => metricKey.name)).toSorted(([a], [b]) => a < b ? -1 : 1).flatMap(([name, family]) => [
    `# HELP ${name} ${escapedHelp(Option.getOrElse(family[0].metricKey.description, () => name))}`,
    `# TYPE ${name} ${typeOf(family[0])}`,
    ...family.flatMap(samples)
  ]).join("\n") + "\n"

const escapedHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
