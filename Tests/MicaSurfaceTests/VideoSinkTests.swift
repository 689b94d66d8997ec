import Testing

@testable import MicaSurface

@Suite struct VideoSinkTests {
    @Test func a_program_without_a_module_for_videos_names_the_product_that_it_lacks() {
        let error = #expect(throws: SurfaceError.self) {
            _ = try VideoSinks.sink(path: "a.mp4", keepsAlpha: false, settings: .standard, by: nil)
        }
        #expect(error?.description.contains("MicaVideo") == true && error?.description.contains("a.mp4") == true)
    }

    @Test func other_endings_are_no_video() throws {
        #expect(try VideoSinks.sink(path: "a.png", keepsAlpha: false) == nil)
    }
}
