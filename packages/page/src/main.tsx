import { render } from "preact"
import { App } from "./router/App.js"
import "./styles/index.css"

render(<App />, document.body)
