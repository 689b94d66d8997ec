import Foundation
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Facts from answers to public questions, and from Apple's pages that they name.
@MainActor @Suite(.serialized) struct QuestionFactTests {
    private final class Drawn: UIView {
        var sizes: [CGSize] = []
        override func draw(_ rect: CGRect) { sizes.append(rect.size) }
    }

    @Test func a_view_that_had_no_size_is_drawn_when_it_gets_one() {
        let host = ScriptedWindow(size: CGSize(width: 40, height: 40), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = Drawn(frame: .zero)
        window.addSubview(view)
        window.makeKeyAndVisible()
        func settle() { host.advance(to: host.time + 0.1) }
        settle()
        #expect(view.sizes.isEmpty, "PQ-1 a view without a size is not drawn")
        view.frame = CGRect(x: 0, y: 0, width: 0, height: 9)
        settle()
        #expect(view.sizes.isEmpty, "PQ-2 nor one without a width")
        view.frame = CGRect(x: 0, y: 0, width: 8, height: 9)
        settle()
        #expect(view.sizes == [CGSize(width: 8, height: 9)], "PQ-3 with a size it is drawn, though shown before")
        view.bounds.size = CGSize(width: 10, height: 9)
        settle()
        #expect(view.sizes.count == 1, "PQ-4 another size stretches what was drawn")
    }

    @Test func titles_of_states_that_have_none_are_the_normal_ones() {
        let button = UIButton(type: .custom)
        #expect(button.title(for: .selected) == nil, "PQ-5 without a normal title there is none")
        button.setTitle("go", for: .normal)
        #expect(button.title(for: [.selected, .highlighted]) == "go", "PQ-6 a state's title is the normal one")
        button.setAttributedTitle(NSAttributedString(string: "styled"), for: .normal)
        #expect(button.attributedTitle(for: .disabled)?.string == "styled", "PQ-7 and a styled one likewise")
    }
}
