import { Metric, MetricBoundaries } from "effect"

/** Bytes of a token, as metrics estimate it. */
const bytesPerToken = 4

/** Tokens of a JSON value, estimated. */
export const tokensOf = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

const calls = Metric.counter("daybook_mcp_calls_total", {
  description: "Calls of tools by assistants",
  incremental: true
})

const resultTokens = Metric.histogram(
  "daybook_mcp_result_tokens",
  MetricBoundaries.fromIterable([100, 300, 600, 1_500, 3_000, 8_000]),
  "Tokens of a result's text, estimated as bytes / 4"
)

/** Counts a call. `outcome` is `ok` or the code of an error. */
export const countCall = (tool: string, outcome: string, bytes: number): void => {
  Metric.tagged(Metric.tagged(calls, "tool", tool), "outcome", outcome).unsafeUpdate(1, [])
  resultTokens.unsafeUpdate(tokensOf(bytes), [])
}
