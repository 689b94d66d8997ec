import MicaEvents
import MicaRandom
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// A window that is laid out without being shown.
@MainActor private func makeWindow(_ width: CGFloat = 320, _ height: CGFloat = 480) -> (UIWindow, UIView) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
    let view = UIView(frame: window.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.addSubview(view)
    return (window, view)
}

/// A view that constraints lay out.
@MainActor private func free(in view: UIView) -> UIView {
    let made = UIView()
    made.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(made)
    return made
}

/// A view with a size of its own.
@MainActor private final class Sized: UIView {
    var size = CGSize.zero { didSet { invalidateIntrinsicContentSize() } }
    override var intrinsicContentSize: CGSize { size }

    convenience init(_ width: CGFloat, _ height: CGFloat) {
        self.init(frame: .zero)
        size = CGSize(width: width, height: height)
        translatesAutoresizingMaskIntoConstraints = false
    }
}

/// What constraints say on the error stream while a block is run.
@MainActor private func messages(_ block: () -> Void) -> [String] {
    var lines: [String] = []
    LayoutNotices.receiver = { lines.append($0) }
    block()
    LayoutNotices.receiver = nil
    return lines
}

@MainActor @Suite(.serialized) struct AutoLayoutTests {
    @Test("A view that is smaller than its margins keeps its frame, and its guide follows it")
    func guideOfSmallView() {
        let (window, view) = makeWindow()
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        box.layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        view.addSubview(box)
        let (whole, inset) = (free(in: box), free(in: box))
        NSLayoutConstraint.activate([
            inset.leftAnchor.constraint(equalTo: box.layoutMarginsGuide.leftAnchor),
            whole.leftAnchor.constraint(equalTo: box.leftAnchor),
            whole.rightAnchor.constraint(equalTo: box.rightAnchor),
        ])
        #expect(messages { window.layoutIfNeeded() } == [])
        #expect(whole.frame.width == 10 && inset.frame.minX == 8)
        box.frame.size.width = 100
        window.layoutIfNeeded()
        #expect(whole.frame.width == 100 && box.layoutMarginsGuide.layoutFrame.width == 84)
    }

    @Test("A frame that was set while the mask was translated goes when it is no longer")
    func frameOfTranslatedMask() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        NSLayoutConstraint.activate([
            box.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 5),
            box.widthAnchor.constraint(equalToConstant: 50),
        ])
        window.layoutIfNeeded()
        box.translatesAutoresizingMaskIntoConstraints = true
        box.frame = CGRect(x: 60, y: 0, width: 70, height: 80)
        box.translatesAutoresizingMaskIntoConstraints = false
        window.layoutIfNeeded()
        #expect(box.frame.minX == 5 && box.frame.width == 50)
    }

    @Test("Two views that move together are in no conflict on the way")
    func movingTogether() {
        let (window, view) = makeWindow()
        let (left, right) = (UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)), UIView())
        right.frame = CGRect(x: 60, y: 0, width: 50, height: 50)
        view.addSubview(left)
        view.addSubview(right)
        let distance = right.leftAnchor.constraint(equalTo: left.rightAnchor, constant: 10)
        distance.isActive = true
        window.layoutIfNeeded()
        let lines = messages {
            left.frame.origin.x = 20
            right.frame.origin.x = 90
            distance.constant = 20
            window.layoutIfNeeded()
        }
        #expect(lines == [])
        #expect(window.layoutEngine?.broken.isEmpty == true)
    }

    @Test("Anchors pin a view to its superview")
    func pinned() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        NSLayoutConstraint.activate([
            box.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
            box.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -30),
            box.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
            box.heightAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.5),
        ])
        window.layoutIfNeeded()
        #expect(box.frame == CGRect(x: 20, y: 10, width: 270, height: 135))
        window.frame.size.width = 420
        window.layoutIfNeeded()
        #expect(box.frame == CGRect(x: 20, y: 10, width: 370, height: 185))
        #expect(view.constraints.count == 3 && box.constraints.count == 1)
        #expect(!box.hasAmbiguousLayout)
    }

    @Test("A changed constant moves the view at the next layout, and inside of an animation it is animated")
    func animated() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        let left = box.leftAnchor.constraint(equalTo: view.leftAnchor)
        NSLayoutConstraint.activate([
            left, box.topAnchor.constraint(equalTo: view.topAnchor), box.widthAnchor.constraint(equalToConstant: 50),
            box.heightAnchor.constraint(equalToConstant: 40),
        ])
        window.layoutIfNeeded()
        #expect(box.frame == CGRect(x: 0, y: 0, width: 50, height: 40))
        left.constant = 100
        #expect(box.frame.minX == 0)
        UIView.animate(withDuration: 1) { view.layoutIfNeeded() }
        #expect(box.frame.minX == 100)
        #expect(box.layer.animation(forKey: "position") != nil)
    }

    @Test("Constraints reach across views of different superviews")
    func across() {
        let (window, view) = makeWindow()
        let outer = free(in: view)
        let inner = free(in: outer)
        let other = UIView(frame: CGRect(x: 200, y: 300, width: 60, height: 50))
        view.addSubview(other)
        NSLayoutConstraint.activate([
            outer.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 15),
            outer.topAnchor.constraint(equalTo: view.topAnchor, constant: 25),
            outer.widthAnchor.constraint(equalToConstant: 300), outer.heightAnchor.constraint(equalToConstant: 300),
            inner.rightAnchor.constraint(equalTo: other.leftAnchor, constant: -10),
            inner.bottomAnchor.constraint(equalTo: other.topAnchor, constant: -5),
            inner.widthAnchor.constraint(equalTo: other.widthAnchor),
            inner.heightAnchor.constraint(equalToConstant: 20),
        ])
        window.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 200 - 10 - 60 - 15, y: 300 - 5 - 20 - 25, width: 60, height: 20))
        other.frame.origin.x = 220
        window.layoutIfNeeded()
        #expect(inner.frame.minX == 135)
    }

    @Test("Of a row of two views with intrinsic sizes the one that hugs less grows, the one that resists less shrinks")
    func content() {
        let (window, view) = makeWindow(200, 100)
        let (one, two) = (Sized(50, 20), Sized(60, 30))
        view.addSubview(one)
        view.addSubview(two)
        two.setContentHuggingPriority(UILayoutPriority(249), for: .horizontal)
        one.setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "H:|[one]-10-[two]|", metrics: nil, views: ["one": one, "two": two])
                + [
                    one.topAnchor.constraint(equalTo: view.topAnchor),
                    two.topAnchor.constraint(equalTo: view.topAnchor),
                ])
        window.layoutIfNeeded()
        #expect(one.frame == CGRect(x: 0, y: 0, width: 50, height: 20))
        #expect(two.frame == CGRect(x: 60, y: 0, width: 140, height: 30))
        two.size.width = 180
        window.layoutIfNeeded()
        #expect(one.frame.width == 10 && two.frame.width == 180)
    }

    @Test("What cannot hold is told with the list, and one constraint is broken until another goes")
    func unsatisfiable() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        let first = box.widthAnchor.constraint(equalToConstant: 100)
        let second = box.widthAnchor.constraint(equalToConstant: 200)
        second.identifier = "wide"
        let told = messages {
            NSLayoutConstraint.activate([first, second])
            window.layoutIfNeeded()
        }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("Unable to simultaneously satisfy constraints.") == true)
        #expect(told.first?.contains("width == 100") == true && told.first?.contains("'wide'") == true)
        #expect(box.frame.width == 100 && second.isActive)
        first.isActive = false
        window.layoutIfNeeded()
        #expect(box.frame.width == 200)
    }

    @Test("A forgotten translatesAutoresizingMaskIntoConstraints is a conflict with the view's frame")
    func forgotten() {
        let (window, view) = makeWindow()
        let box = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.addSubview(box)
        let told = messages {
            box.widthAnchor.constraint(equalToConstant: 100).isActive = true
            window.layoutIfNeeded()
        }
        #expect(told.count == 1 && told.first?.contains("NSAutoresizingMaskLayoutConstraint h=--- v=---") == true)
        #expect(box.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("What makes no sense is refused with a message")
    func refused() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        let stranger = UIView()
        let width = box.widthAnchor.constraint(equalToConstant: 10)
        let told = messages {
            width.constant = .nan
            width.priority = UILayoutPriority(1001)
            box.leftAnchor.constraint(equalTo: stranger.leftAnchor).isActive = true
            box.addConstraint(
                NSLayoutConstraint(
                    item: view, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
                    multiplier: 1,
                    constant: .infinity))
            _ = NSLayoutConstraint.constraints(withVisualFormat: "H:|-[b]", metrics: nil, views: ["box": box])
            _ = NSLayoutConstraint.constraints(withVisualFormat: "H:|-8", metrics: nil, views: ["box": box])
            _ = NSLayoutConstraint.constraints(withVisualFormat: "[box(>=x)]-", metrics: ["x": 4], views: ["box": box])
        }
        #expect(told.count == 8, "\(told)")
        #expect(width.constant == 10 && width.priority == .required)
        window.layoutIfNeeded()
    }

    @Test("Removing a view ends the constraints between what is in it and what is not, and keeps those within")
    func removal() {
        let (window, view) = makeWindow()
        let outer = free(in: view)
        let inner = free(in: outer)
        let pin = outer.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 5)
        let cross = inner.topAnchor.constraint(equalTo: view.topAnchor)
        let within = inner.leftAnchor.constraint(equalTo: outer.leftAnchor, constant: 7)
        NSLayoutConstraint.activate([pin, cross, within])
        window.layoutIfNeeded()
        outer.removeFromSuperview()
        #expect(!pin.isActive && !cross.isActive && within.isActive)
        #expect(view.constraints.isEmpty && outer.constraints == [within])
        view.addSubview(outer)
        outer.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 50).isActive = true
        window.layoutIfNeeded()
        #expect(outer.frame.minX == 50 && inner.frame.minX == 7)
    }

    @Test("A row written from right to left is mirrored, left and right are not")
    func direction() {
        let (window, view) = makeWindow(300, 100)
        view.semanticContentAttribute = .forceRightToLeft
        let (one, two) = (free(in: view), free(in: view))
        NSLayoutConstraint.activate([
            one.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
            one.widthAnchor.constraint(equalToConstant: 40),
            two.leadingAnchor.constraint(equalTo: one.trailingAnchor, constant: 5),
            two.widthAnchor.constraint(equalToConstant: 30),
        ])
        window.layoutIfNeeded()
        #expect(one.frame.minX == 250 && two.frame.minX == 215)
    }

    @Test("Guides: margins, safe area, a program's own")
    func guides() {
        let (window, view) = makeWindow(300, 200)
        view.layoutMargins = UIEdgeInsets(top: 1, left: 16, bottom: 3, right: 20)
        let (one, two) = (free(in: view), free(in: view))
        let guide = UILayoutGuide()
        view.addLayoutGuide(guide)
        NSLayoutConstraint.activate([
            one.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            one.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            one.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            one.heightAnchor.constraint(equalToConstant: 10),
            guide.topAnchor.constraint(equalTo: one.bottomAnchor),
            guide.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            guide.leftAnchor.constraint(equalTo: one.leftAnchor), guide.widthAnchor.constraint(equalToConstant: 100),
            two.centerXAnchor.constraint(equalTo: guide.centerXAnchor),
            two.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
            two.widthAnchor.constraint(equalToConstant: 20), two.heightAnchor.constraint(equalToConstant: 20),
        ])
        window.layoutIfNeeded()
        #expect(one.frame == CGRect(x: 16, y: 0, width: 264, height: 10))
        #expect(guide.layoutFrame == CGRect(x: 16, y: 10, width: 100, height: 190))
        #expect(two.frame == CGRect(x: 56, y: 95, width: 20, height: 20))
        view.layoutMargins.left = 30
        window.layoutIfNeeded()
        #expect(one.frame.minX == 30 && two.frame.minX == 70)
        view.removeLayoutGuide(guide)
        #expect(guide.owningView == nil && view.layoutGuides.isEmpty)
    }

    @Test("A label of many lines is as high as its width has it be")
    func wrapped() {
        let (window, view) = makeWindow(120, 300)
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        label.numberOfLines = 0
        label.text = "One two three four five six seven eight nine ten"
        view.addSubview(label)
        NSLayoutConstraint.activate([
            label.leftAnchor.constraint(equalTo: view.leftAnchor),
            label.rightAnchor.constraint(equalTo: view.rightAnchor),
            label.topAnchor.constraint(equalTo: view.topAnchor),
        ])
        window.layoutIfNeeded()
        #expect(label.frame.width == 120)
        #expect(label.frame.height == label.sizeThatFits(CGSize(width: 120, height: 0)).height)
        #expect(label.frame.height > label.font.lineHeight * 3)
    }

    /// As Ramotion/reel-search writes its formats.
    @Test func options_of_alignment_do_not_matter_with_one_view() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), box = UIView()
        outer.addSubview(box)
        box.translatesAutoresizingMaskIntoConstraints = false
        for (format, option) in [
            ("H:|-(20)-[box]|", NSLayoutConstraint.FormatOptions.alignAllCenterX), ("V:|[box]|", .alignAllCenterY),
        ] {
            outer.addConstraints(
                NSLayoutConstraint.constraints(
                    withVisualFormat: format, options: option, metrics: nil, views: ["box": box]))
        }
        outer.layoutIfNeeded()
        #expect(box.frame == CGRect(x: 20, y: 0, width: 180, height: 100))
    }

    @Test("systemLayoutSizeFitting asks the constraints in the view alone")
    func fitting() {
        let view = UIView()
        let box = Sized(60, 25)
        view.addSubview(box)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(withVisualFormat: "H:|-5-[box]-7-|", metrics: nil, views: ["box": box])
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|-1-[box]-2-|", metrics: nil, views: ["box": box])
        )
        #expect(view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 72, height: 28))
        #expect(
            view.systemLayoutSizeFitting(
                CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel) == CGSize(width: 200, height: 28))
        #expect(view.systemLayoutSizeFitting(UIView.layoutFittingExpandedSize) == CGSize(width: 72, height: 28))
        #expect(box.frame.size == .zero)
    }

    @Test("Constraints are updated from the inside out, before layout, once")
    func order() {
        final class Logged: UIView {
            var name = ""
            var log: (String) -> Void = { _ in }
            override func updateConstraints() {
                log("\(name) update")
                super.updateConstraints()
            }
            override func layoutSubviews() {
                super.layoutSubviews()
                log("\(name) layout")
            }
        }
        let (window, view) = makeWindow()
        var lines: [String] = []
        let (outer, inner) = (Logged(), Logged())
        for (view, name) in [(outer, "outer"), (inner, "inner")] {
            view.name = name
            view.log = { lines.append($0) }
        }
        outer.addSubview(inner)
        view.addSubview(outer)
        outer.widthAnchor.constraint(equalToConstant: 10).isActive = true
        outer.translatesAutoresizingMaskIntoConstraints = false
        window.layoutIfNeeded()
        #expect(lines == ["inner update", "outer update", "outer layout", "inner layout"])
        lines = []
        window.layoutIfNeeded()
        #expect(lines.isEmpty)
        inner.setNeedsUpdateConstraints()
        window.layoutIfNeeded()
        #expect(lines == ["inner update", "inner layout"])
    }

    @Test("Ambiguity can be asked")
    func ambiguity() {
        let (window, view) = makeWindow()
        let box = free(in: view)
        let constraints = NSLayoutConstraint.constraints(
            withVisualFormat: "V:|-3-[box(4)]", metrics: nil, views: ["box": box])
        NSLayoutConstraint.activate(constraints)
        window.layoutIfNeeded()
        #expect(box.hasAmbiguousLayout)
        NSLayoutConstraint.activate([
            box.leftAnchor.constraint(equalTo: view.leftAnchor), box.rightAnchor.constraint(equalTo: view.rightAnchor),
        ])
        window.layoutIfNeeded()
        #expect(!box.hasAmbiguousLayout)
    }

    @Test("A view without constraints has nothing of them")
    func nothing() {
        let view = UIView()
        view.addSubview(UIView())
        view.layoutIfNeeded()
        #expect(view.rare == nil || view.rare?.layout == nil)
        #expect(view.subviews.first?.rare == nil)
    }
}

@MainActor @Suite(.serialized) struct StackViewTests {
    private func stack(_ sizes: [CGSize], _ configure: (UIStackView) -> Void) -> UIStackView {
        let stack = UIStackView(arrangedSubviews: sizes.map { Sized($0.width, $0.height) })
        stack.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
        configure(stack)
        stack.layoutIfNeeded()
        return stack
    }

    private let sizes = [CGSize(width: 30, height: 20), CGSize(width: 60, height: 40), CGSize(width: 30, height: 30)]

    private func spans(_ stack: UIStackView) -> [[CGFloat]] {
        stack.arrangedSubviews.map { [$0.frame.minX, $0.frame.width] }
    }

    @Test("fillEqually gives each the same width")
    func equally() {
        let stack = stack(sizes) {
            $0.distribution = .fillEqually
            $0.spacing = 15
        }
        #expect(spans(stack) == [[0, 90], [105, 90], [210, 90]])
        #expect(stack.arrangedSubviews.allSatisfy { $0.frame.height == 100 && $0.frame.minY == 0 })
    }

    @Test("fillProportionally shares by intrinsic widths")
    func proportionally() {
        let stack = stack(sizes) { $0.distribution = .fillProportionally }
        #expect(spans(stack) == [[0, 75], [75, 150], [225, 75]])
    }

    @Test("equalSpacing keeps widths and has the same gaps")
    func equalSpacing() {
        let stack = stack(sizes) { $0.distribution = .equalSpacing }
        #expect(spans(stack) == [[0, 30], [120, 60], [270, 30]])
    }

    @Test("equalCentering keeps widths and has the same distances of middles")
    func equalCentering() {
        let stack = stack([CGSize(width: 20, height: 20), CGSize(width: 60, height: 40), CGSize(width: 40, height: 30)])
        {
            $0.distribution = .equalCentering
        }
        #expect(spans(stack) == [[0, 20], [115, 60], [260, 40]])
    }

    @Test(
        "Hiding, showing and moving one of many views changes a few constraints",
        arguments: [UIStackView.Distribution.fill, .equalSpacing])
    func fewChanges(distribution: UIStackView.Distribution) {
        let sizes = (0..<100).map { CGSize(width: 1 + $0 % 3, height: 10) }
        func make(_ configure: (UIStackView) -> Void) -> UIStackView {
            self.stack(sizes) {
                $0.distribution = distribution
                $0.arrangedSubviews[99].setContentHuggingPriority(UILayoutPriority(100), for: .horizontal)
                configure($0)
            }
        }
        let stack = make { _ in }
        var before = stack.constraintChanges
        #expect(before >= 300)
        func check(_ action: String, _ configure: (UIStackView) -> Void) {
            configure(stack)
            stack.setNeedsUpdateConstraints()
            stack.layoutIfNeeded()
            #expect(stack.constraintChanges - before <= 24, "\(action): \(stack.constraintChanges - before)")
            before = stack.constraintChanges
            let fresh = make { _ in }
            configure(fresh)
            fresh.layoutIfNeeded()
            #expect(spans(stack) == spans(fresh), "\(action)")
        }
        check("hide") { $0.arrangedSubviews[50].isHidden = true }
        check("show") { $0.arrangedSubviews[50].isHidden = false }
        check("space") { $0.setCustomSpacing(1, after: $0.arrangedSubviews[20]) }
        check("the same") { $0.setCustomSpacing(1, after: $0.arrangedSubviews[20]) }
    }

    @Test("fill grows what hugs least, and custom spacings, hidden views, margins and alignment are seen")
    func fill() {
        let stack = stack(sizes) {
            $0.spacing = 10
            $0.arrangedSubviews[1].setContentHuggingPriority(UILayoutPriority(100), for: .horizontal)
            $0.setCustomSpacing(20, after: $0.arrangedSubviews[0])
            $0.alignment = .center
            $0.layoutMargins = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 5)
            $0.isLayoutMarginsRelativeArrangement = true
        }
        #expect(spans(stack) == [[5, 30], [55, 200], [265, 30]])
        #expect(stack.arrangedSubviews.map(\.frame.minY) == [40, 30, 35])
        #expect(stack.arrangedSubviews.map(\.frame.height) == [20, 40, 30])
        stack.arrangedSubviews[0].isHidden = true
        stack.layoutIfNeeded()
        #expect(spans(stack).dropFirst() == [[5, 250], [265, 30]])
        #expect(stack.arrangedSubviews[0].frame.width == 0)
        stack.arrangedSubviews[0].isHidden = false
        stack.arrangedSubviews[2].removeFromSuperview()
        stack.layoutIfNeeded()
        #expect(spans(stack) == [[5, 30], [55, 240]])
    }

    @Test("A column is as large as what it holds")
    func column() {
        let stack = stack(sizes) {
            $0.axis = .vertical
            $0.spacing = 5
            $0.alignment = .leading
        }
        #expect(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 60, height: 100))
        #expect(stack.arrangedSubviews.map(\.frame.minY) == [0, 25, 70])
        #expect(stack.arrangedSubviews.map(\.frame.width) == [30, 60, 30])
    }
}
