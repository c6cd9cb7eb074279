export * from "./Card.js"
export { cardDescription, cardSize, cardSvg } from "./svg.js"
