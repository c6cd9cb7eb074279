export * from "./safeFetch.js"
