export * from "./Engine.js"
export * from "./Gauges.js"
