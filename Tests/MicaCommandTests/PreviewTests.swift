import Testing

@testable import MicaCommand

@Suite struct PreviewTests {
    private let source = """
        import UIKit
        @testable import Core
        // #Preview { no() }
        let text = "#Preview { no() }"
        #Preview("Log in", traits: .fixedLayout(width: 320, height: 100)) {
            let controller = LoginController() // }
            controller.title = "a } \\" b"
            return controller
        }
        /* #Preview { /* } */ no() } */
        @available(iOS 17, *)
        #Preview { Card(text: "{") }
        #Preview("Wide", traits: .landscapeLeft) { Card() }
        """

    @Test func previews_are_found_with_their_names_and_bodies() throws {
        let previews = Preview.all(in: source, file: "/p/Login.swift")
        #expect(previews.map(\.title) == ["Log in", "Login.swift:2", "Wide"])
        #expect(previews.map(\.line) == [5, 12, 13])
        #expect(previews[0].body.contains("a } \\\" b") && previews[0].body.hasSuffix("return controller\n"))
        #expect(previews[1].body == " Card(text: \"{\") ")
        #expect(previews[0].imports == ["UIKit", "Core"])
    }

    @Test func a_name_or_a_place_finds_a_preview() {
        let previews = Preview.all(in: source, file: "/p/Login.swift")
        func found(_ target: String) -> [Int] { previews.filter { $0.matches(target) }.map(\.number) }
        #expect(found("Log in") == [1] && found("Login.swift") == [1] && found("Login.swift:2") == [2])
        #expect(found("Wide") == [3] && found("Login.swift:3") == [3] && found("Other.swift").isEmpty)
    }

    @Test func traits_choose_the_screen() {
        let screens = Preview.all(in: source, file: "/p/Login.swift").map { $0.screen(over: "393x852@3") }
        #expect(screens == ["320x100@2", nil, "852x393@3"])
    }

    @Test(arguments: ["#Preview", "#Preview(", "#Preview {", "#Preview(\"a\") {\"", "#Preview { /*"])
    func a_broken_source_has_no_preview(_ text: String) {
        #expect(Preview.all(in: text, file: "a.swift").isEmpty)
    }
}
