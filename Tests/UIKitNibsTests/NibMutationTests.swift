import Foundation
import MicaTrace
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore
@testable import UIKitNibs

/// Files that were damaged in a way that a seed fixes: they give messages, and neither stop the program nor run without end.
@MainActor @Suite(.serialized) struct NibMutationTests {
    /// Numbers by a seed. *Source*: Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators" (2014), SplitMix64.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// The files that are damaged.
    enum Sample: String, CaseIterable {
        case nib, storyboard, zoo

        @MainActor var text: String {
            switch self {
            case .nib: NibTests.counter
            // The controllers of that test rely on their outlets.
            case .storyboard: StoryboardTests.cities.replacing(#/ customClass="\w+Controller"/#, with: "")
            case .zoo: NibText.zoo
            }
        }
    }

    private static let values = [
        "", "NaN", "inf", "-1", "0", "1e308", "-1e308", "1e-308", "YES", "NO", "16:0", "1:1e308", "9223372036854775807",
        "\u{1F600}",
    ]

    /// The text with values of attributes swapped, replaced, or with elements removed or doubled.
    private static func mutated(_ text: String, _ dice: inout Dice) -> String {
        var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            // Every second part is an attribute's value.
            let index = Int.random(in: 0..<parts.count / 2, using: &dice) * 2 + 1
            if Bool.random(using: &dice) {
                parts[index] = values.randomElement(using: &dice) ?? ""
            } else {
                parts[index] = parts[Int.random(in: 0..<parts.count / 2, using: &dice) * 2 + 1]
            }
        }
        var lines = parts.joined(separator: "\"").split(separator: "\n").map(String.init)
        // A line that is an element of its own.
        let whole = lines.indices.filter { lines[$0].hasSuffix("/>") && lines[$0].contains("<") }
        if let index = whole.randomElement(using: &dice) {
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: lines.remove(at: index)
            case 1: lines.insert(lines[index], at: index)
            case 2: if let other = whole.randomElement(using: &dice) { lines.swapAt(index, other) }
            default: break
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Shows the content of a file; false if it is not read.
    private func show(_ text: String, _ path: String, _ notices: Notices) -> Bool {
        guard let file = try? NibFile(Data(text.utf8), path: path, bundle: nil, notices: notices) else { return false }
        var roots: [UIViewController] = []
        if file.isStoryboard {
            let content = StoryboardFileContent(file)
            let storyboard = UIStoryboard(name: "Mutated", bundle: nil)
            let ids = file.scenes.flatMap { $0.content("objects") }.compactMap(\.id)
            roots = ids.compactMap { content.make(id: $0, for: storyboard) }
            file.root.walk { node in
                guard node.name == "tableViewCell" else { return }
                _ = NibFileContent(file, [node]).instantiate(owner: nil, options: [:])
            }
        } else {
            let root = CounterController()
            for case let view as UIView in NibFileContent(file, file.objects).instantiate(owner: root, options: [:])
            where view.superview == nil && view !== root.viewIfLoaded { root.view.addSubview(view) }
            roots = [root]
        }
        for root in roots where root.parent == nil && root.presentingViewController == nil {
            let stage = NibStage(root)
            stage.pass(0.05)
        }
        return true
    }

    @Test(arguments: Sample.allCases) func mutated_files_are_shown_or_refused(sample: Sample) {
        LayoutNotices.receiver = { _ in }
        defer { LayoutNotices.receiver = nil }
        var dice = Dice(state: 7)
        var shown = 0
        var said = 0
        let count = ProcessInfo.processInfo.environment["MICA_NIB_MUTATIONS"].flatMap { Int($0) } ?? 60
        for number in 0..<count {
            let notices = Notices { _ in }
            if show(Self.mutated(sample.text, &dice), "mutated-\(number).xib", notices) { shown += 1 }
            said += notices.lines.count
            #expect(notices.lines.allSatisfy { $0.hasPrefix("UIKit: mutated-\(number).xib:") })
        }
        // Values are damaged, but mostly no syntax.
        #expect(shown > count * 5 / 6 && said > 0)
    }

    @Test(arguments: Sample.allCases) func files_cut_short_are_refused_with_the_place(sample: Sample) {
        let bytes = Array(sample.text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        for length in stride(from: 0, to: bytes.count - 1, by: 37) {
            do throws(NibFile.Failure) {
                _ = try NibFile(Data(bytes.prefix(length)), path: "Cut.xib", bundle: nil)
                Issue.record("\(length) bytes are read")
            } catch {
                guard case .wrong(let reason) = error else {
                    Issue.record("\(length) bytes: another error")
                    continue
                }
                #expect(reason.hasPrefix("Cut.xib:") && reason.contains("error"), "\(reason)")
            }
        }
    }

    @Test func a_controller_within_itself_is_left_out() throws {
        let scenes =
            NibText.scene(
                """
                <navigationController storyboardIdentifier="nav" id="n" sceneMemberID="viewController"><connections>
                    <segue destination="n" kind="relationship" relationship="rootViewController" id="r"/></connections>
                </navigationController>
                """)
            + NibText.scene(
                """
                <viewController storyboardIdentifier="box" id="b" sceneMemberID="viewController">
                    <view key="view" id="v"><rect key="frame" x="0" y="0" width="90" height="90"/><subviews>
                        <containerView id="c"><rect key="frame" x="0" y="0" width="9" height="9"/>
                            <connections><segue destination="b" kind="embed" id="e"/></connections></containerView>
                    </subviews></view>
                </viewController>
                """)
            + NibText.scene(
                "<viewControllerPlaceholder storyboardIdentifier=\"loop\" storyboardName=\"Loop\" referencedIdentifier=\"loop\" id=\"l\" sceneMemberID=\"viewController\"/>"
            )
        let folder = try NibFolder(["Loop.storyboard": NibText.storyboard(initial: "n", scenes)])
        let storyboard = UIStoryboard(name: "Loop", bundle: folder.bundle)
        let navigation = storyboard.instantiateInitialViewController() as? UINavigationController
        #expect(navigation?.viewControllers.isEmpty == true)
        let box = storyboard.instantiateViewController(withIdentifier: "box")
        box.loadViewIfNeeded()
        #expect(box.children.isEmpty && box.view.subviews.count == 1)
        #expect(storyboard.instantiateViewController(withIdentifier: "loop").storyboard == nil)
        #expect(
            Notices.shared.lines.filter { $0.contains("Loop.storyboard") && $0.contains("contains itself") }.count == 3)
    }

    @Test func an_identifier_that_is_used_twice_means_the_first_object() throws {
        let text = NibText.xib(
            """
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
            <view id="a"><rect key="frame" x="0" y="0" width="9" height="9"/><subviews>
                <view tag="1" id="a"><rect key="frame" x="0" y="0" width="9" height="9"/></view></subviews></view>
            """)
        let view = UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).first as? UIView
        #expect(view?.tag == 0 && view?.subviews.map(\.tag) == [1])
    }
}
