import MicaScripts
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// A row as a list's cell puts it together: background, content, accessories.
@MainActor final class ContentRow: UIView {
    let background = BackgroundConfigurationView(configuration: .listPlainCell())
    let content: UIListContentView
    private(set) lazy var accessories = CellAccessoryArranger(cell: self)
    var state = UICellConfigurationState(traitCollection: .current)

    init(_ content: UIListContentConfiguration, _ accessories: [UICellAccessory] = []) {
        self.content = UIListContentView(configuration: content)
        super.init(frame: .zero)
        layoutMargins = UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
        insetsLayoutMarginsFromSafeArea = false
        addSubview(background)
        addSubview(self.content)
        self.accessories.accessories = accessories
        self.accessories.update(animated: false)
    }

    required init?(coder: NSCoder) { nil }

    /// The height of the row in a width: at least 44 points, as a list's cell has.
    func height(width: CGFloat) -> CGFloat {
        bounds.size.width = width
        accessories.layout(in: CGRect(x: 0, y: 0, width: width, height: 44))
        let insets = accessories.contentInsets
        return max(44, content.sizeThatFits(CGSize(width: width - insets.left - insets.right, height: 0)).height)
    }

    func update() {
        if let list = content.configuration as? UIListContentConfiguration {
            content.configuration = list.updated(for: state)
        }
        background.configuration = background.configuration.updated(for: state)
        accessories.state.isEditing = state.isEditing
        accessories.state.isSelected = state.isSelected
        accessories.state.isExpanded = state.isExpanded
        accessories.update(animated: false)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        accessories.layout(in: bounds)
        content.frame = bounds.inset(by: accessories.contentInsets)
        content.layoutIfNeeded()
    }
}

/// A scripted window with rows below each other.
@MainActor final class ContentStage {
    let host: ScriptedWindow
    let window: UIWindow
    let rows: [ContentRow]

    init(width: CGFloat = 320, scale: CGFloat = 2, isDark: Bool = false, isMirrored: Bool = false, _ rows: [ContentRow])
    {
        self.rows = rows
        let heights = rows.map { $0.height(width: width) }
        host = ScriptedWindow(size: CGSize(width: width, height: heights.reduce(0, +)), scale: scale, threads: 1)
        window = UIWindow(host: host)
        window.overrideUserInterfaceStyle = isDark ? .dark : .light
        window.backgroundColor = .systemGroupedBackground
        var y: CGFloat = 0
        for (row, height) in zip(rows, heights) {
            row.frame = CGRect(x: 0, y: y, width: width, height: height)
            if isMirrored { row.semanticContentAttribute = .forceRightToLeft }
            window.addSubview(row)
            y += height
        }
        window.makeKeyAndVisible()
        for row in rows { row.update() }
        host.advance(to: 0.1)
    }
}
