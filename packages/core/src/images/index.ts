export * from "./Image.js"
export * from "./ImageWant.js"
export * from "./ImageWants.js"
export * from "./Picture.js"
