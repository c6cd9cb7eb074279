import { embeddingStoreContract } from "../contract/EmbeddingStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) embeddingStoreContract(engine.name, newDatabase(engine))
