import MicaBench
import Testing

/// What a label takes, as `mica-dev bench labels` counts it.
@Suite(.serialized) struct LabelBenchTests {
    /// A label of 200 x 40 pixels has 32,000 bytes of pixels: there is room for no copy of them.
    @Test @MainActor func shown_label_takes_at_most_forty_kilobytes() {
        _ = LabelBench.round(1)
        let bytes = LabelBench.round(400).bytes
        #expect(bytes > 32_000 && bytes <= 40_000, "\(bytes) bytes")
    }
}
