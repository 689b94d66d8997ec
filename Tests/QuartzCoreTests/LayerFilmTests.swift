import Testing

@testable import QuartzCore

@Suite struct LayerFilmTests {
    @Test func a_program_without_a_module_for_films_names_the_product_that_it_lacks() {
        let fault = #expect(throws: FilmFault.self) {
            _ = try LayerFilms.play(path: "a.mp4", owner: CALayer(), in: CALayer(), by: nil)
        }
        #expect(fault?.reason.contains("AVFoundation") == true && fault?.isOverLimit == false)
    }
}
