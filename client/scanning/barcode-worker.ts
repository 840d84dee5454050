import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Our own origin; by default the library would fetch its WebAssembly from another host.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  void readBarcodes(data, { formats: ['EAN13'], maxNumberOfSymbols: 4 }).then((found) =>
    postMessage(found.filter(({ isValid }) => isValid).map(({ text }) => text)),
  )
})
