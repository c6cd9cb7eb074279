import { keyStoreContract } from "../contract/KeyStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) keyStoreContract(engine.name, newDatabase(engine))
