export { type LiveEvent, LiveData, type Topic, defaultTopics, topics } from "./events.js"
export type { Listener } from "./listeners.js"
export * from "./ports.js"
export * from "./service.js"
