export { Api } from "./Api.js"
