/** What the host says that this page counts distances in. */
export const isMetric = typeof document !== "undefined" && document.documentElement.dataset["units"] === "metric"

export const distanceUnit = isMetric ? "km" : "mi"

/** Asks running for metric members, where the page shows them. */
export const inUnits: Readonly<Record<string, string>> = isMetric ? { units: "metric" } : {}
