import Foundation
import MicaScripts
import QuartzCore
import UIKit

@testable import UIKitCore

/// A window with a root controller, on a host without a screen.
@MainActor final class NibStage {
    let host: ScriptedWindow
    let window: UIWindow

    init(_ root: UIViewController, size: CGSize = CGSize(width: 375, height: 667)) {
        host = ScriptedWindow(size: size, scale: 1, threads: 1)
        window = UIWindow(host: host)
        window.rootViewController = root
        act { self.window.makeKeyAndVisible() }
    }

    /// Does something, and lets a hundredth of a second pass.
    func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        pass(0.01)
    }

    func pass(_ seconds: Double) { host.advance(to: host.time + seconds) }

    /// Taps the middle of a view, and lets a second pass.
    func tap(_ view: UIView) throws {
        let place = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
        try host.perform("tap \(Int(place.x)),\(Int(place.y)) by touch")
        pass(1)
    }
}

/// A folder with files, which goes with the object.
final class NibFolder {
    let path: String

    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "nibs-\(UUID().uuidString)"
        for (name, text) in files {
            let file = path + "/" + name
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var bundle: Bundle { Bundle(path: path) ?? .main }
}

/// Texts of files.
enum NibText {
    /// A `.xib` with objects.
    static func xib(_ objects: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21507" targetRuntime="iOS.CocoaTouch">
            <dependencies><deployment identifier="iOS"/></dependencies>
            <objects>\(objects)</objects>
        </document>
        """
    }

    /// A storyboard with scenes. The first is the initial one unless another is named.
    static func storyboard(initial: String, _ scenes: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch"
            initialViewController="\(initial)">
            <scenes>\(scenes)</scenes>
        </document>
        """
    }

    static func scene(_ objects: String) -> String {
        "<scene sceneID=\"s\(abs(objects.hashValue))\"><objects>\(objects)</objects></scene>"
    }

    /// Views of many classes.
    static let zoo = xib(
        """
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
        <view contentMode="scaleToFill" id="zoo">
            <rect key="frame" x="0" y="0" width="375" height="667"/>
            <subviews>
                <stackView opaque="NO" axis="vertical" distribution="fillEqually" alignment="center" spacing="8" id="sta">
                    <rect key="frame" x="0" y="0" width="200" height="200"/>
                    <subviews>
                        <label text="a" textAlignment="center" lineBreakMode="tailTruncation" numberOfLines="2" minimumScaleFactor="0.5" id="la1"/>
                        <textField borderStyle="roundedRect" minimumFontSize="17" clearButtonMode="always" id="fi1"/>
                        <slider value="5" minValue="2" maxValue="9" id="sl1"/>
                        <stepper value="3" minimumValue="1" maximumValue="9" stepValue="2" id="st1"/>
                        <pageControl numberOfPages="3" currentPage="1" id="pa1"/>
                        <progressView progress="0.5" progressViewStyle="bar" id="pr1"/>
                    </subviews>
                </stackView>
                <segmentedControl selectedSegmentIndex="1" segmentControlStyle="plain" id="seg">
                    <rect key="frame" x="0" y="210" width="200" height="32"/>
                    <segments>
                        <segment title="One" width="40"/>
                        <segment title="Two"/>
                    </segments>
                </segmentedControl>
                <datePicker datePickerMode="dateAndTime" minuteInterval="5" style="wheels" useCurrentDate="NO" id="dat">
                    <rect key="frame" x="0" y="250" width="320" height="216"/>
                    <date key="date" timeIntervalSinceReferenceDate="600000000"/>
                </datePicker>
                <searchBar placeholder="Find" showsScopeBar="YES" id="sea">
                    <rect key="frame" x="0" y="470" width="320" height="56"/>
                </searchBar>
                <collectionView dataMode="prototypes" id="col">
                    <rect key="frame" x="0" y="530" width="320" height="100"/>
                    <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="10" minimumInteritemSpacing="10" id="lay">
                        <size key="itemSize" width="50" height="50"/>
                        <inset key="sectionInset" minX="1" minY="2" maxX="3" maxY="4"/>
                    </collectionViewFlowLayout>
                </collectionView>
                <scrollView minimumZoomScale="0.5" maximumZoomScale="3" id="scr">
                    <rect key="frame" x="0" y="630" width="320" height="30"/>
                    <size key="contentSize" width="900" height="900"/>
                    <viewLayoutGuide key="contentLayoutGuide" id="gui"/>
                </scrollView>
            </subviews>
            <constraints>
                <constraint firstItem="seg" firstAttribute="width" secondItem="seg" secondAttribute="height" multiplier="5:1" id="c1"/>
                <constraint firstItem="seg" firstAttribute="top" secondItem="sta" secondAttribute="bottom" constant="8" priority="750" id="c2"/>
                <constraint firstItem="dat" firstAttribute="leading" secondItem="gui" secondAttribute="leading" id="c3"/>
            </constraints>
            <viewLayoutGuide key="safeArea" id="saf"/>
        </view>
        """)
}
