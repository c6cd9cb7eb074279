export * from "./Webhooks.js"
export * from "./Receiver.js"
