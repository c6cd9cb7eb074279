export * from "./Image.js"
