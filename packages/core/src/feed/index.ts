export * from "./Feed.js"
export * from "./FeedStore.js"
