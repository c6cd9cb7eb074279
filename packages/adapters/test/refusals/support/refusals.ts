export const words = "Refused by the test"
const html = `<!DOCTYPE html>\n<html><head><title>${words}</title></head><body></body></html>`

/** How a provider refuses. Without a body it ends the true answer in its middle. */
export const refusals = {
  "HTTP 400": { status: 400, body: words },
  "HTTP 401": { status: 401, body: words },
  "HTTP 403": { status: 403, body: words },
  "HTTP 429": { status: 429, body: words },
  "a web page": { status: 200, body: html },
  "an empty body": { status: 200, body: "" },
  "a cut answer": { status: 200, body: null }
} as const

export type Refusal = keyof typeof refusals

export const everyRefusal = Object.keys(refusals) as ReadonlyArray<Refusal>
