import { embeddingStoreContract } from "../contract/EmbeddingStore.js"
import { newDatabase } from "../support/database.js"

embeddingStoreContract(newDatabase())
