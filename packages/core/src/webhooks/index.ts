export * from "./Inbox.js"
export * from "./Receiver.js"
export * from "./Webhooks.js"
